import { globSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const SERVICES = resolve(import.meta.dirname, '../services')

/** Tests included. A room that grows past this gets folders by subject. */
const MOST_IN_A_FOLDER = 30

/** The rooms of a service, and what is allowed at its root: docs/architecture.md. */
describe.for(readdirSync(SERVICES))('the folder of %s', (name) => {
  const src = join(SERVICES, name, 'src')
  const files = globSync('**/*.*', { cwd: src })

  test('a service has at its root only main, migrate, config, app, and tests of the whole service', () => {
    const atRoot = files.filter((file) => !file.includes('/'))

    expect(atRoot.filter((file) => !/^(main|migrate|config|app)\.ts$|\.test\.ts$/.test(file))).toEqual([])
    expect(atRoot).toEqual(expect.arrayContaining(['app.ts', 'config.ts', 'main.ts']))
  })

  test('the rooms of a service are one level deep; only use cases and queries lie in folders of their subject', () => {
    const isDeep = (file: string) => file.split('/').length > (/^(use-cases|db)\//.test(file) ? 3 : 2)
    expect(files.filter(isDeep)).toEqual([])
  })

  test('a folder of use cases or queries holds no more files than a reader takes in', () => {
    const folders = Map.groupBy(files, (file) => dirname(file))
    const crowded = [...folders].filter(
      ([folder, held]) => /^(use-cases|db)\b/.test(folder) && held.length > MOST_IN_A_FOLDER,
    )
    expect(crowded.map(([folder, { length }]) => `${folder}: ${length}`)).toEqual([])
  })
})
