import { cpSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** `npm run release-events`: what is promised now becomes what a later change may not break. A release runs it and commits the files. */

const CONTRACTS = resolve(import.meta.dirname, '../../../libs/contracts')
const RELEASED = join(CONTRACTS, 'released')

rmSync(RELEASED, { recursive: true, force: true })
cpSync(join(CONTRACTS, 'schemas'), RELEASED, { recursive: true })
