const mark = 'Columns: '

/** The first row of a table as a heading of the passages that continue the table. */
export function columnHeading(row: string): string {
  return `${mark}${row}`
}

/** Tells whether a heading names the columns of a table. It is too long for the name of a place. */
export function isColumnHeading(heading: string): boolean {
  return heading.startsWith(mark)
}
