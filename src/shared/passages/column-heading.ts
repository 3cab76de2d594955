const mark = 'Columns: '

/** Returns the first row of a table as a heading for passages that continue the table. */
export function columnHeading(row: string): string {
  return `${mark}${row}`
}

/** Returns true if a heading names the columns of a table. It is too long to be shown as a location. */
export function isColumnHeading(heading: string): boolean {
  return heading.startsWith(mark)
}
