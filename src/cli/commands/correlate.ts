import { Command } from "commander";
export const correlateCommand = () => new Command("correlate");
