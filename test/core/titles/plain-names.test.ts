import { PlainNames } from "../../../src/core/titles/name-table.ts";
import { numberedNamesContract } from "../../contracts/numbered-names.ts";

numberedNamesContract("PlainNames", () => new PlainNames());
