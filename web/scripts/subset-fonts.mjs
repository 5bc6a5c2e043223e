/**
 * Makes the two small font files of the site from the full ones. Also makes those of the pictures that the gateway draws, of one weight
 * and width each. Run it by hand after changing the letters or the axes: `node scripts/subset-fonts.mjs`. The results are kept in the
 * repository, so that a build needs no font tools.
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/** Basic Latin, the accents and signs that names of rides carry, and the punctuation we set. */
const SIGN_LETTERS = [...range(0x20, 0x7e), 'éèüñ®™‘’“”–…·×'].join('')
const READING_LETTERS = [...range(0x20, 0x7e), ...range(0xa0, 0xff), '‘’“”–—…•™−×→'].join('')

const fonts = [
  {
    from: '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2',
    to: 'archivo',
    letters: SIGN_LETTERS,
    axes: { wght: { min: 500, max: 850 } },
  },
  {
    from: '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
    to: 'atkinson-hyperlegible-next',
    letters: READING_LETTERS,
    axes: { wght: { min: 400, max: 700 } },
  },
]

for (const { from, to, letters, axes } of fonts) {
  const source = fileURLToPath(import.meta.resolve(from))
  const small = await subsetFont(await readFile(source), letters, {
    targetFormat: 'woff2',
    variationAxes: axes,
  })
  await writeFile(new URL(`../src/fonts/${to}.woff2`, import.meta.url), small)
  await copyFile(
    source.replace(/files\/.*$/, 'LICENSE'),
    new URL(`../src/fonts/${to}.OFL.txt`, import.meta.url),
  )
  process.stdout.write(`${to}.woff2: ${(small.length / 1000).toFixed(0)} kB\n`)
}

const PICTURE_FONTS = new URL('../../services/gateway/share-fonts/', import.meta.url)
const PICTURE_LETTERS = [...range(0x20, 0x7e), ...range(0xa0, 0x17f), '‘’“”–—…·™'].join('')
const archivo = fileURLToPath(import.meta.resolve(fonts[0].from))
await mkdir(PICTURE_FONTS, { recursive: true })
/** Names are set in the normal width alone. The package has the letters beyond Western Europe in a file of their own. */
for (const { width, script, ...axes } of [
  { width: 'wide', script: 'latin', wght: 800, wdth: 125 },
  { width: 'normal', script: 'latin', wght: 600, wdth: 100 },
  { width: 'normal-ext', script: 'latin-ext', wght: 600, wdth: 100 },
  { width: 'tight', script: 'latin', wght: 650, wdth: 68 },
]) {
  const source = await readFile(archivo.replace('-latin-', `-${script}-`))
  const one = await subsetFont(source, PICTURE_LETTERS, { targetFormat: 'sfnt', variationAxes: axes })
  await writeFile(new URL(`archivo-${width}.ttf`, PICTURE_FONTS), one)
}
await copyFile(archivo.replace(/files\/.*$/, 'LICENSE'), new URL('archivo.OFL.txt', PICTURE_FONTS))

function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, offset) => String.fromCodePoint(first + offset))
}
