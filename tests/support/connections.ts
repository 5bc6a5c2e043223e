import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const GUARD = pathToFileURL(join(import.meta.dirname, 'connection-guard.mjs')).href

/** Lists the hosts that a program connects to or looks up, and lets it reach this machine alone. The program is named by the end of its path. */
export function guardConnections(program: string, file: string) {
  return {
    env: { NODE_OPTIONS: `--import=${GUARD}`, CONNECTIONS_OF: program, CONNECTIONS_FILE: file },
    hosts: (): string[] =>
      existsSync(file) ? [...new Set(readFileSync(file, 'utf8').trim().split('\n'))].toSorted() : [],
  }
}
