/**
 * What does the script of a report do? It sorts, filters and unfolds; everything can be read without it.
 */
export {};
