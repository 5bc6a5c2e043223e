import { createReadStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { CannotStart } from '../single-start.ts'

/**
 * A backup is a gzip of text: a line of JSON that says what it is, each table as PostgreSQL's COPY writes it between a line of JSON and `\.`,
 * and a line of JSON that ends it. A file without its end is refused.
 */

const FORMAT = 1

export const backupHeader = z.object({
  walkonBackup: z.literal(FORMAT),
  version: z.string(),
  madeAt: z.iso.datetime(),
  /** By schema: the migrations that it had. */
  migrations: z.record(z.string(), z.array(z.string())),
  secrets: z.record(z.string(), z.string()),
})
export type BackupHeader = z.output<typeof backupHeader>
export const toHeader = (header: Omit<BackupHeader, 'walkonBackup'>): BackupHeader => ({
  walkonBackup: FORMAT,
  ...header,
})

const partition = z.object({ name: z.string(), bound: z.string() })
const table = z.object({
  schema: z.string(),
  table: z.string(),
  columns: z.array(z.string()),
  partitions: z.array(partition),
})
export type BackedUpTable = z.output<typeof table>
const sequence = z.object({
  schema: z.string(),
  sequence: z.string(),
  lastValue: z.string(),
  isCalled: z.boolean(),
})
export type BackedUpSequence = z.output<typeof sequence>

const entry = z.union([
  z.object({ copy: table }),
  z.object({ sequence }),
  z.object({ end: z.object({ rows: z.int() }) }),
])
export type BackupEntry = z.output<typeof entry>

const NEWLINE = 0x0a
const COPY_END = '\\.'

/** Writes a file that others on the machine cannot read, and that is there under its name once it is whole. */
export async function writeBackupFile(
  file: string,
  write: (out: {
    line: (text: string) => Promise<void>
    copy: (rows: AsyncIterable<Buffer>) => Promise<number>
  }) => Promise<void>,
): Promise<void> {
  if (existsSync(file)) throw new CannotStart(`${file} is there already. Name another file.`)
  const part = `${file}.part`
  await rm(part, { force: true })
  const handle = await open(part, 'wx', 0o600)
  const gzip = createGzip()
  const written = pipeline(gzip, handle.createWriteStream({ flush: true }))
  // A disk that is full ends the stream while nothing waits for it.
  written.catch(() => {})
  const put = async (chunk: string | Buffer) => {
    if (!gzip.write(chunk))
      await Promise.race([new Promise((resolve) => gzip.once('drain', resolve)), written])
  }
  try {
    await write({
      line: (text) => put(`${text}\n`),
      async copy(rows) {
        let count = 0
        for await (const chunk of rows) {
          for (const byte of chunk) if (byte === NEWLINE) count++
          await put(chunk)
        }
        await put(`${COPY_END}\n`)
        return count
      },
    })
    gzip.end()
    await written
    await rename(part, file)
  } catch (error) {
    gzip.destroy()
    await finished(gzip).catch(() => {})
    await rm(part, { force: true })
    throw error
  }
}

/** Reads a backup from its first line to its end. `onCopy` takes the rows of a table before it resolves. */
export async function readBackupFile(
  file: string,
  reader: {
    onHeader: (header: BackupHeader) => Promise<void>
    onCopy: (table: BackedUpTable, rows: AsyncIterable<Buffer>) => Promise<void>
    onSequence: (sequence: BackedUpSequence) => Promise<void>
  },
): Promise<void> {
  const lines = linesOf(file)
  const first = await lines.next()
  const header = backupHeader.safeParse(first.done ? null : toJson(first.value))
  if (!header.success) throw new CannotStart(`${file} is no backup of Walkon, or one of another format.`)
  await reader.onHeader(header.data)
  let rows = 0
  async function* rowsOfTable() {
    for (;;) {
      const { done, value } = await lines.next()
      if (done) throw cutOff(file)
      if (value.length === 3 && value.toString('latin1').startsWith(COPY_END)) return
      rows++
      yield value
    }
  }
  for (;;) {
    const { done, value } = await lines.next()
    const next = entry.safeParse(done ? null : toJson(value))
    if (!next.success) throw cutOff(file)
    if ('end' in next.data) {
      if (next.data.end.rows !== rows) throw cutOff(file)
      return
    }
    if ('copy' in next.data) await reader.onCopy(next.data.copy, rowsOfTable())
    else await reader.onSequence(next.data.sequence)
  }
}

const cutOff = (file: string) => new CannotStart(`${file} is cut off or damaged: its end is missing.`)

/** Lines with their ends. COPY escapes what ends a line in a value; `readline` would also break at U+2028, which it does not. */
async function* linesOf(file: string): AsyncGenerator<Buffer> {
  const source = createReadStream(file)
  const text = source.pipe(createGunzip())
  source.once('error', (error) => text.destroy(error))
  let rest: Buffer = Buffer.alloc(0)
  try {
    for await (const chunk of text as AsyncIterable<Buffer>) {
      const data = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      let from = 0
      for (let end = data.indexOf(NEWLINE); end >= 0; end = data.indexOf(NEWLINE, from)) {
        yield data.subarray(from, end + 1)
        from = end + 1
      }
      rest = data.subarray(from)
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    if (String(error.code).startsWith('Z_')) throw cutOff(file)
    throw new CannotStart(`${file} cannot be read: ${error.message}`)
  }
}

function toJson(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'))
  } catch {
    return null
  }
}
