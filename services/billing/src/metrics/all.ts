import type { Deps } from '@walkon/runtime/service'
import { measureProviderEvents } from '@walkon/runtime/stored-provider-events'
import { guaranteeWaitsOf, type Settings } from '../config.ts'
import { measureCheckouts } from './checkouts.ts'
import { measureGuarantees } from './guarantees.ts'
import { measureOrders } from './orders.ts'
import { measureComparisons } from './payment-comparisons.ts'
import { measurePlans } from './plans.ts'
import { measurePublished } from './published.ts'

/** Registers all gauges of the service. */
export function measureAll({ db, metrics, now, settings }: Deps<Settings>): void {
  measureOrders(db, metrics, now)
  measureCheckouts(db, metrics)
  measurePublished(db, metrics)
  measureComparisons(db, metrics, now)
  measureGuarantees(db, metrics, guaranteeWaitsOf(settings))
  measurePlans(db, metrics)
  measureProviderEvents(db, metrics)
}
