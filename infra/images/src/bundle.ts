import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeBillOfMaterials } from './bill-of-materials.ts'
import { bundleImage } from './bundle-image.ts'
import { IMAGES, ROOT, type ImageName } from './image-contents.ts'

/**
 * `npm run bundle -- [--sbom] [IMAGE…]`: the contents of each image, or of the named ones, below `dist/images`. With `--sbom` also the list
 * of its packages, as CycloneDX.
 */

const isImage = (name: string): name is ImageName => Object.hasOwn(IMAGES, name)

const { values, positionals: wanted } = parseArgs({
  options: { sbom: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const unknown = wanted.filter((name) => !isImage(name))
if (unknown.length > 0) {
  process.stderr.write(`There is no image ${unknown.join(', ')}. Images: ${Object.keys(IMAGES).join(', ')}\n`)
  process.exit(2)
}
for (const name of (wanted.length > 0 ? wanted : Object.keys(IMAGES)).filter(isImage)) {
  const folder = join(ROOT, 'dist/images', name)
  await bundleImage(name, folder)
  if (values.sbom) writeBillOfMaterials(name, folder)
  process.stdout.write(`dist/images/${name}\n`)
}
