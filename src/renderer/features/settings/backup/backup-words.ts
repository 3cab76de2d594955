/** A date and a time, as precise as backups need to be told apart. */
export function dateWords(language: string, at: number): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}
