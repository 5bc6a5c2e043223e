import type { EventDefinition } from '@walkon/contracts/event'
import { perService, SERVICE_NAMES, type ServiceName } from '@walkon/contracts/services'
import { TOPICS } from '@walkon/contracts/topics'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildUnconnected } from './unconnected-services.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const EVENTS = join(ROOT, 'libs/contracts/src/events')

/** An event of the contracts, with the services that publish it and those that hear it, as the code has them. */
export type EventInUse = { definition: EventDefinition; publishers: ServiceName[]; listeners: ServiceName[] }

/** The types of the events that a service publishes, in the order of the topics, and of those that it hears. */
export type EventsOfService = { published: string[]; heard: string[] }

/** Every event, in the order of the topics. */
export async function readEventsInUse(): Promise<EventInUse[]> {
  const heard = readHeard()
  const sources = perService(readSources)
  return (await readDefinitions()).map((named) => ({
    definition: named.definition,
    publishers: listPublishers(named, sources),
    listeners: SERVICE_NAMES.filter((name) => heard[name].has(named.definition.type)),
  }))
}

export async function readEventsByService(): Promise<Record<ServiceName, EventsOfService>> {
  const events = await readEventsInUse()
  const typesOf = (isOfService: (event: EventInUse) => boolean) =>
    events.filter(isOfService).map(({ definition }) => definition.type)
  return perService((name) => ({
    published: typesOf(({ publishers }) => publishers.includes(name)),
    heard: typesOf(({ listeners }) => listeners.includes(name)).toSorted(),
  }))
}

/** The name of the field that is the key: the key of data in which each field is its own name. */
export const keyFieldOf = ({ key }: EventDefinition): string =>
  key(new Proxy({}, { get: (_target, field) => String(field) }))

/** A definition under the name of its constant. */
type NamedDefinition = { constant: string; definition: EventDefinition }

const readHeard = () =>
  perService((name) => new Set(buildUnconnected(name).handlers.map(({ definition }) => definition.type)))

async function readDefinitions(): Promise<NamedDefinition[]> {
  const modules: Record<string, unknown>[] = await Promise.all(
    readdirSync(EVENTS).map((file) => import(join(EVENTS, file))),
  )
  const topics = Object.keys(TOPICS)
  return modules
    .flatMap((module) => Object.entries(module))
    .flatMap(([constant, value]) => (isDefinition(value) ? [{ constant, definition: value }] : []))
    .toSorted(
      ({ definition: one }, { definition: other }) =>
        topics.indexOf(one.topic) - topics.indexOf(other.topic) || one.type.localeCompare(other.type),
    )
}

const isDefinition = (value: unknown): value is EventDefinition =>
  typeof value === 'object' && value !== null && 'topic' in value

/** The functions of `request-letter.ts`, each of which publishes one request for the service that it is given. */
const REQUESTED_BY: Record<string, string> = {
  notificationRequested: 'requestLetters?',
  userNotificationRequested: 'requestUserLetters?',
}

/**
 * The services whose use cases or queries name the event. An event has one publisher; a request (`any`) has several:
 * each service that publishes it does so with `publishedBy`, or asks for a letter.
 */
function listPublishers(
  { constant, definition: { publisher } }: NamedDefinition,
  sources: Record<ServiceName, string[]>,
): ServiceName[] {
  const requests = (name: ServiceName) =>
    `publishedBy\\(\\s*'${name}',\\s*${constant}\\b|\\b${REQUESTED_BY[constant]}\\(\\s*tx,\\s*'${name}'`
  const emits = (name: ServiceName) => new RegExp(publisher === 'any' ? requests(name) : `\\b${constant}\\b`)
  return SERVICE_NAMES.filter((name) => publisher === 'any' || publisher === name).filter((name) =>
    sources[name].some((source) => emits(name).test(source)),
  )
}

/** The texts of a service's use cases and queries. */
const readSources = (name: ServiceName): string[] =>
  globSync(join(ROOT, 'services', name, 'src/{use-cases,db}/**/*.ts'))
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(file, 'utf8'))
