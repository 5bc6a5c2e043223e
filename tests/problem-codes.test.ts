import { isGoTrueCode, PROBLEM_CODES } from '@walkon/contracts/http/problem-codes'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const source = globSync('{services,libs/service,libs/runtime}/**/src/**/*.ts', { cwd: ROOT })
  .filter((file) => !file.includes('node_modules') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(ROOT, file), 'utf8'))
  .join('\n')

/** The two codes that are put together from the kind of factor. */
const COMPOSED = {
  mfa_phone_enroll_not_enabled: 'mfa_${type}_',
  mfa_webauthn_enroll_not_enabled: 'mfa_${type}_',
}

const spellings = (code: string): string[] => [
  `'${code}'`,
  `notFound('${code.replace('-not-found', '')}')`,
  ...Object.entries(COMPOSED).flatMap(([composed, template]) => (composed === code ? [template] : [])),
  // A key of GoTrue's translation.
  `\n  ${code}: '`,
]

test.for(PROBLEM_CODES)('some service answers with %s', (code) => {
  expect(spellings(code).filter((spelling) => source.includes(spelling))).not.toEqual([])
})

test('our codes are kebab-case and those of GoTrue snake_case', () => {
  expect(PROBLEM_CODES.filter((code) => !isGoTrueCode(code) && !/^[a-z]+(-[a-z]+)*$/.test(code))).toEqual([])
  expect(
    PROBLEM_CODES.filter((code) => isGoTrueCode(code) && !/^[a-z0-9]+(_[a-z0-9]+)*$/.test(code)),
  ).toEqual([])
})
