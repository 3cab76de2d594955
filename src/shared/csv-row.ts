/**
 * Matches a field that a spreadsheet would calculate, also after spaces or in full-width form.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const formulaStart = /^[\s\u200b\ufeff]{0,100}[=+\-@＝＋－＠]|^[\t\r\n]/

/**
 * Matches a plain number, also a negative one, with a percent sign or an exponent, which a spreadsheet does not
 * calculate. `+e1` does not match: it is the cell E1.
 */
const plainNumber = /^[+-]?((\d{1,3}(,\d{3})+|\d+)(\.\d+)?|\.\d+)(e[+-]?\d{1,3})?%?$/i

/**
 * Returns one line of comma-separated values with its line end, RFC 4180. An apostrophe precedes text that a
 * spreadsheet would read as a formula.
 */
export function csvRow(fields: readonly (string | number)[]): string {
  return `${fields.map((field) => (typeof field === 'number' ? String(field) : csvField(field))).join(',')}\r\n`
}

/**
 * Returns a CSV file. It begins with a byte order mark, so that spreadsheets detect UTF-8: Excel on Chinese Windows
 * otherwise reads GBK.
 */
export function csvFile(rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${rows.map(csvRow).join('')}`
}

function csvField(given: string): string {
  const isFormula = formulaStart.test(given) && !plainNumber.test(given)
  const text = isFormula ? `'${given}` : given
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
