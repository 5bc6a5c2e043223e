/** Text that a spreadsheet takes for a formula, or for the end of a cell. */
const FORMULA = /^[=+\-@\t\r]/

/**
 * Rows as CSV (RFC 4180) that a spreadsheet opens as text. A cell that would be a formula begins with an apostrophe, and each cell is
 * quoted. A byte order mark says that the text is UTF-8.
 */
export const toCsv = (rows: string[][]): string =>
  `\uFEFF${rows.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('')}`

const toCell = (text: string) => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
