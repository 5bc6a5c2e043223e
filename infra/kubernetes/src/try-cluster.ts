import { execFileSync, spawnSync } from 'node:child_process'
import { AGAINST_THE_POLICY, AGAINST_THE_SCHEMA, broken } from './forbidden.ts'
import { buildKustomization } from './kustomized.ts'
import type { Manifest } from './manifest.ts'

/**
 * Asks the API server that kubectl reaches whether it takes both overlays: `node infra/kubernetes/src/try-cluster.ts`. Makes their namespaces,
 * and changes nothing else: the rest is sent as a dry run, under strict validation, and a warning counts as a refusal. Then it sends what
 * the policy `restricted` and the schemas forbid, which the server must refuse. Kinds whose definition the cluster lacks are named and left out.
 */

const served = new Set(
  execFileSync('kubectl', ['api-resources', '--no-headers'], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).at(-1)),
)
const left = new Set<string>()
const faults: string[] = []
let taken = 0
let refused = 0

for (const overlay of ['local', 'production']) {
  const workloads = buildKustomization(`overlays/${overlay}`)
  for (const namespace of workloads.filter(({ kind }) => kind === 'Namespace')) {
    kubectl(namespace, ['apply', '--server-side'])
  }
  const rest = [...workloads, ...buildKustomization(`overlays/${overlay}/release`)]
  for (const manifest of rest) expectTaken(manifest)
  const deployment = workloads.find(
    ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'billing',
  )
  if (deployment === undefined) throw new Error(`The overlay ${overlay} has no billing`)
  // Shows that the refusals below come from the change alone.
  expectTaken(toPod(deployment))
  for (const change of AGAINST_THE_SCHEMA) expectRefused(broken(deployment, change), change.what)
  for (const change of AGAINST_THE_POLICY) {
    // For a deployment the policy warns; the pod that comes of it is refused.
    if (answerOf(broken(deployment, change)).warning === '')
      faults.push(`${overlay}: no warning of ${change.what}`)
    expectRefused(toPod(broken(deployment, change)), change.what)
  }
}
for (const manifest of buildKustomization('kafka')) {
  expectTaken({ ...manifest, metadata: { ...manifest.metadata, namespace: 'walkon' } })
}

for (const fault of faults) process.stdout.write(`${fault}\n`)
if (left.size > 0) process.stdout.write(`Not served here, and left out: ${[...left].join(', ')}.\n`)
process.stdout.write(`${taken} objects taken, ${refused} forbidden ones refused, ${faults.length} faults.\n`)
process.exit(faults.length === 0 ? 0 : 1)

function expectTaken(manifest: Manifest) {
  if (!served.has(manifest.kind)) {
    left.add(manifest.kind)
    return
  }
  const { isTaken, warning } = answerOf(manifest)
  if (isTaken && warning === '') taken += 1
  else faults.push(`${manifest.kind} ${manifest.metadata.name}: ${warning.slice(0, 300)}`)
}

function expectRefused(manifest: Manifest, what: string) {
  if (answerOf(manifest).isTaken) faults.push(`${manifest.kind} with ${what} was taken`)
  else refused += 1
}

function answerOf(manifest: Manifest) {
  return kubectl(manifest, [
    'apply',
    '--server-side',
    '--dry-run=server',
    '--validate=strict',
    '--force-conflicts',
  ])
}

function kubectl(manifest: Manifest, args: string[]): { isTaken: boolean; warning: string } {
  const { status, stderr } = spawnSync('kubectl', [...args, '-f', '-'], {
    input: JSON.stringify(manifest),
    encoding: 'utf8',
  })
  return { isTaken: status === 0, warning: stderr.trim() }
}

function toPod(deployment: Manifest): Manifest {
  const { template } = deployment['spec'] as { template: { metadata: object; spec: object } }
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...template.metadata, name: 'forbidden', namespace: deployment.metadata['namespace'] },
    spec: template.spec,
  }
}
