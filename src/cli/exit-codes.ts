/** How does a command end? */
export const exitCodes = {
  done: 0,
  /** Done, but a bound such as --fail-under does not hold. */
  gateFailed: 1,
  /** Wrong usage or input. */
  usage: 2,
  /** An error that semqrel should not have. */
  bug: 70,
  interrupted: 130,
} as const;
