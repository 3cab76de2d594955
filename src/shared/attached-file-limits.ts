// Values that the page needs at run time, apart from the schemas.

/** Maximum number of files in a message. */
export const filesMax = 8

/** Longest text of a file that is sent without confirmation, in UTF-16 units: about 100,000 tokens of English. */
export const fileTextMax = 400_000

/** Maximum length of the text of an attached earlier chat, in UTF-16 units: its newest turns. */
export const chatTextMax = 100_000

/** Largest file that is read, in bytes. */
export const fileBytesMax = 50 * 1024 * 1024

/** Longest name of a file, in UTF-16 units. */
export const fileNameMax = 255

/** Longest password of a file, in UTF-16 units. */
export const filePasswordMax = 1_000

/** Maximum number of characters of a file's text that one call reads. */
export const fileSliceMax = 200_000

/**
 * Reasons why a file is not read.
 * - `damaged`: its bytes violate its format
 * - `encrypted`: it needs a password, or a different one
 * - `empty`: it has no content
 * - `no_text`: it has no text, such as a scan or an email with only pictures
 * - `too_large`: the file or its unpacked content exceeds the limits
 * - `not_supported`: it is neither text nor in a supported format
 * - `old_format`: an office file or mail in the container of older programs
 * - `timed_out`: reading took too long
 * - `gone`: it no longer exists, or cannot be opened
 * - `changed`: it changed while it was being read
 */
export const fileProblems = [
  'damaged',
  'encrypted',
  'empty',
  'no_text',
  'too_large',
  'not_supported',
  'old_format',
  'timed_out',
  'gone',
  'changed',
] as const
export type FileProblem = (typeof fileProblems)[number]
