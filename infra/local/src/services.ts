import { alertEvaluator } from '@walkon/alert-evaluator/app'
import { billing } from '@walkon/billing/app'
import { schemaOf, SERVICE_NAMES, type ServiceName } from '@walkon/contracts/services'
import { identity } from '@walkon/identity/app'
import { notifier } from '@walkon/notifier/app'
import { parkData } from '@walkon/park-data/app'
import { rankings } from '@walkon/rankings/app'
import { flights } from '@walkon/flights/app'
import { planner } from '@walkon/planner/app'
import type { Service } from '@walkon/runtime/service'

/** The code of each service of the registry: without one of them this does not compile. */
export const SERVICE_BY_NAME: Record<ServiceName, Service> = {
  identity,
  'park-data': parkData,
  'alert-evaluator': alertEvaluator,
  billing,
  notifier,
  rankings,
  flights,
  planner,
}

/** In the order of the registry, in which they start. */
export const services = SERVICE_NAMES.map((name) => SERVICE_BY_NAME[name])

/** The schema of the event log in a run in one process. */
export const EVENT_LOG_SCHEMA = 'event_log'

/** Every schema of a run in one process. */
export const SCHEMAS = [EVENT_LOG_SCHEMA, ...SERVICE_NAMES.map(schemaOf)]
