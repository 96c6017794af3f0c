import { PlainNames } from "../../../src/core/titles/keys.ts";
import { numberedNamesContract } from "../../contracts/numbered-names.ts";

numberedNamesContract("PlainNames", () => new PlainNames());
