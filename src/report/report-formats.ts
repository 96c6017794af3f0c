/** The forms of a report. */
export const reportFormats = ["html", "md", "json", "csv"] as const;
/** A form that a report is written in. */
export type ReportFormat = (typeof reportFormats)[number];
