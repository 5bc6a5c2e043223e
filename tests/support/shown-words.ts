import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

/** Texts of a specification, by its section and by the file that shows or holds them. A constant is written as the code has it. */
export type SpecifiedTexts = Record<string, Record<string, string[]>>

/** Those of the texts that a file does not have to the letter. Straight quotes stand for typographic ones as well. */
export function textsMissingFrom(file: string, texts: string[]): string[] {
  const words = wordsOf(file)
  return texts.filter((text) => !words.includes(straight(text)))
}

/** A file as it is read by a visitor: without comments, in one line, with straight quotes. Comments to the right of a value stay. */
const wordsOf = (file: string): string =>
  straight(
    readFileSync(join(ROOT, file), 'utf8')
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .replaceAll(/^\s*\/\/.*$/gm, ''),
  )

const straight = (text: string): string =>
  text.replaceAll(/[‘’]/g, "'").replaceAll(/\\'/g, "'").replaceAll(/\s+/g, ' ')
