import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { parseAllDocuments } from 'yaml'
import type { Manifest } from './manifest.ts'

const FOLDER = resolve(import.meta.dirname, '../../../k8s')

/** The objects that `kubectl apply -k` would send for a folder below `k8s/`. Uses kubectl if kustomize is not installed. */
export function buildKustomization(folder: string): Manifest[] {
  const path = resolve(FOLDER, folder)
  return parseAllDocuments(
    build('kustomize', ['build', path]) ?? build('kubectl', ['kustomize', path]) ?? fail(),
  ).map((document) => document.toJS() as Manifest)
}

/** Null where the program is not installed. */
function build(program: string, args: string[]): string | null {
  try {
    return execFileSync(program, args, {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function fail(): never {
  throw new Error('Neither kustomize nor kubectl is installed.')
}
