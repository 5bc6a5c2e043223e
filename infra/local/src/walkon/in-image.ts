import { runFront } from './front.ts'

/** `walkon.mjs COMMAND` in an image of a deployed product, with the environment of its container. */

process.exit(
  await runFront({ calledBy: 'node walkon.mjs', own: {}, withOwnEnvironment: null }, process.argv.slice(2)),
)
