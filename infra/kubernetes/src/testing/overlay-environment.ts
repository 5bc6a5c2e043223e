import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Environment } from '@walkon/service/config'
import { parse, parseAllDocuments } from 'yaml'
import type { Manifest } from '../manifest.ts'
import { toBase } from '../manifests.ts'

export const FOLDER = resolve(import.meta.dirname, '../../../../k8s')
export const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8')

export const OVERLAYS = ['local', 'production'] as const
type Overlay = (typeof OVERLAYS)[number]

/** Throws where the base has none. */
export function manifestOf(name: string, kind: string): Manifest {
  const found = toBase()[`${name}.yaml`]?.find((manifest) => manifest.kind === kind)
  if (!found) throw new Error(`${name} has no ${kind}`)
  return found
}

type EnvEntry = { name: string; value?: string; valueFrom?: unknown }
type Deployed = { spec: { template: { spec: { containers: { env: EnvEntry[] }[] } } } }

/** The environment of a pod, with a stand-in of the right form for each secret. */
export function environmentOf(overlay: Overlay, name: string): Environment {
  const deployment = manifestOf(name, 'Deployment') as unknown as Deployed
  const [container] = deployment.spec.template.spec.containers
  const own = container?.env.map(({ name: key, value }) => [key, value ?? STAND_INS[key]]) ?? []
  const secrets = name === 'gateway' ? [] : secretKeysOf(overlay, name).map((key) => [key, STAND_INS[key]])
  return Object.fromEntries([...sharedSettings(overlay), ...secrets, ...own])
}

const sharedSettings = (overlay: Overlay): [string, string][] => {
  const { configMapGenerator } = parse(read(`overlays/${overlay}/settings/kustomization.yaml`)) as {
    configMapGenerator: { literals: string[] }[]
  }
  return configMapGenerator.flatMap(({ literals }) => literals.map(split))
}

function secretKeysOf(overlay: Overlay, name: string): string[] {
  if (overlay === 'local') {
    const { secretGenerator } = parse(read('overlays/local/secrets/kustomization.yaml')) as {
      secretGenerator: { name: string; literals: string[] }[]
    }
    const literals = secretGenerator.find((secret) => secret.name === name)?.literals ?? []
    return literals.map((literal) => split(literal)[0])
  }
  const secrets = parseAllDocuments(read('overlays/production/secrets/external-secrets.yaml')).map(
    (document) => document.toJS() as { metadata: { name: string }; spec: { data: { secretKey: string }[] } },
  )
  const secret = secrets.find(({ metadata }) => metadata.name === name)
  return secret?.spec.data.map(({ secretKey }) => secretKey) ?? []
}

const split = (literal: string): [string, string] => {
  const at = literal.indexOf('=')
  return [literal.slice(0, at), literal.slice(at + 1)]
}

const KEY = Buffer.alloc(32, 7).toString('base64url')
/** A value that each secret setting takes; a secret without one here is a fault. */
const STAND_INS: Record<string, string> = {
  DATABASE_URL: 'postgres://role:password@postgres:5432/walkon',
  REDIS_URL: 'redis://redis:6379',
  KAFKA_USERNAME: 'user',
  KAFKA_PASSWORD: 'password',
  TOKEN_KEYS: KEY,
  IDENTITY_KEYS: KEY,
  FLIGHTS_KEYS: KEY,
  PLANNER_KEYS: KEY,
  SALE_KEYS: KEY,
  STRIPE_SECRET_KEY: 'sk_live_stand_in',
  STRIPE_WEBHOOK_SECRETS: 'whsec_stand_in',
  POSTMARK_SERVER_TOKEN: 'token',
  POSTMARK_WEBHOOK_USER: 'user',
  POSTMARK_WEBHOOK_PASSWORD: 'password',
  TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000000',
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_MESSAGING_SERVICE_SID: 'MG00000000000000000000000000000000',
  DUFFEL_ACCESS_TOKEN: 'token',
  GATE_PASSWORD: 'a password of a gate',
  RESTAURANTS_API_KEY: 'key',
}
