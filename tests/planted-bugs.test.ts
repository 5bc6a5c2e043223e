import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PLANTED_BUGS } from './planted-bugs/planted-bugs.ts'

/** The integration suite plants the bugs. Here it shows at once that a change of the code has left one without its place. */

const ROOT = join(import.meta.dirname, '..')

test.each(PLANTED_BUGS)('$name has exactly one place in the code', ({ changes, run }) => {
  for (const { file, replace } of changes) {
    const places = readFileSync(join(ROOT, file), 'utf8').split(replace).length - 1
    expect({ file, places }).toEqual({ file, places: 1 })
  }
  expect(run.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})
