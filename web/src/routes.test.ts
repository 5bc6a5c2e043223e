import { expect, test } from 'vitest'
import { accountTitles, linkTitles, publicTitles } from './page-heads.ts'
import { routes } from './routes.tsx'

test('every page of the table has a title, and no title is without a page', () => {
  const titled = Object.keys({ ...publicTitles, ...linkTitles, ...accountTitles })
  expect(titled.toSorted()).toEqual(routes.map(({ path }) => path).toSorted())
})

test('the build renders the content of the public pages, and only the frame of all others', () => {
  const personal = Object.keys({ ...linkTitles, ...accountTitles })
  const framed = routes.filter(({ isPersonal }) => isPersonal).map(({ path }) => path)
  expect(framed.toSorted()).toEqual(personal.toSorted())
})
