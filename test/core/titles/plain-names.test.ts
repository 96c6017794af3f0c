import { PlainNames } from "../../../src/core/titles/plain-names.ts";
import { numberedNamesContract } from "../../contracts/numbered-names.ts";

numberedNamesContract("PlainNames", () => new PlainNames());
