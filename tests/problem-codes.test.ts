import { isGoTrueCode, PROBLEM_CODES, PROBLEMS } from '@walkon/contracts/http/problem-codes'
import { schemaOf, SERVICE_NAMES, SERVICES, type ServiceName } from '@walkon/contracts/services'
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

const web = globSync('web/src/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((file) => !file.includes('.test.') && !file.startsWith('web/src/test/'))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))
const pageTexts = web.find(({ file }) => file === 'web/src/lib/problem-texts.ts')?.text ?? ''
const [, here = ''] = /type OwnerHere =([^]*?)\n\n/.exec(pageTexts) ?? []

/** Services whose words are not among those of all pages, and that the web app calls by their address. */
const elsewhere = SERVICE_NAMES.filter((name) => {
  const path = SERVICES[name].address.replace('/api', '')
  return (
    !here.includes(`'${name}'`) &&
    web.some(({ text }) => text.includes(`'${path}/`) || text.includes(`\`${path}/`))
  )
})

test('the codes of each service that the web app calls have their words in one file: that of all pages, or one of its feature', () => {
  // By `wordsOf`, or as a `Record` over the type of its codes.
  const filesOf = (name: ServiceName) => {
    const codes = `${schemaOf(name).toUpperCase()}_CODES`
    return web.filter(({ text }) =>
      new RegExp(`\\bwordsOf<\\s*'${name}'|Record<keyof typeof ${codes},`).test(text),
    )
  }
  const owners = new Set<string>(Object.values(PROBLEMS).map(({ owner }) => owner))

  expect(elsewhere).toContain('identity')
  expect(elsewhere.filter((name) => owners.has(name) && filesOf(name).length !== 1)).toEqual([])
})
