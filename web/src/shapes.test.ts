import { alertSettings as contractAlertSettings, subscriptionList } from '@walkon/contracts/http/alerts'
import { priceList as contractPrices } from '@walkon/contracts/http/billing'
import { clientConfig as contractConfig } from '@walkon/contracts/http/config'
import { dataExport as contractExport } from '@walkon/contracts/http/data-export'
import { sessionList } from '@walkon/contracts/http/identity'
import { historyList } from '@walkon/contracts/http/notifications'
import { destinationList, liveBoard, liveStreamMessage, parkView } from '@walkon/contracts/http/parks'
import { describe, expect, test } from 'vitest'
import { dataExport, sessions } from './features/account/queries.ts'
import { alertSettings, clientConfig, priceList } from './features/settings/queries.ts'
import { history } from './features/history/queries.ts'
import { destinations, park, rides, streamMessage } from './features/parks/shapes.ts'
import { subscriptions } from './features/subscriptions/shapes.ts'
import type { Shape } from './lib/api.ts'
import { aSession } from './test/account-routes.ts'
import {
  aRide,
  aSubscription,
  anAlert,
  sampleAlertSettings,
  sampleConfig,
  sampleDestination,
  samplePark,
  samplePrices,
} from './test/samples.ts'

/** The pages check answers with small schemas of their own; the contract's are the measure of them. */

const message = {
  parkId: samplePark.id,
  readAt: '2026-04-14T18:00:00Z',
  isStale: false,
  rides: [
    aRide({
      today: [
        [300, 10],
        [320, null],
      ],
    }),
  ],
}
const states = [
  'queued',
  'sending',
  'unknown',
  'accepted',
  'delivered',
  'bounced',
  'failed',
  'expired',
  'suppressed',
] as const

const pairs: [string, Shape<unknown>, Shape<unknown>, unknown][] = [
  ['config', contractConfig, clientConfig, sampleConfig],
  ['prices', contractPrices, priceList, samplePrices],
  ['alert settings', contractAlertSettings, alertSettings, sampleAlertSettings],
  ['destinations', destinationList, destinations, [sampleDestination]],
  ['a park', parkView, park, samplePark],
  [
    'a board',
    liveBoard,
    rides,
    (['OPERATING', 'DOWN', 'CLOSED', 'REFURBISHMENT', 'UNKNOWN'] as const).map((status) => aRide({ status })),
  ],
  ['a message of the stream', liveStreamMessage, streamMessage, message],
  [
    'subscriptions',
    subscriptionList,
    subscriptions,
    [aSubscription(), aSubscription({ state: 'scheduled', channels: ['sms', 'push'] })],
  ],
  ['sessions', sessionList, sessions, [aSession(), aSession({ current: true })]],
  [
    'the history',
    historyList,
    history,
    states.map((state) => anAlert({ state })).concat(anAlert({ kind: 'reopened', waitMinutes: null })),
  ],
]

describe.each(pairs)('%s', (_name, contract, own, sample) => {
  test('what the contract allows is read, whole', () => {
    expect(own.parse(contract.parse(sample))).toEqual(contract.parse(sample))
  })

  test('an answer without one of its fields is refused', () => {
    const broken = JSON.stringify(sample).replace(/"[a-zA-Z]+":/, '"other":')
    expect(() => own.parse(JSON.parse(broken))).toThrow(/invalid_(type|value)/)
    expect(() => contract.parse(JSON.parse(broken))).toThrow(/invalid_(type|value)/)
  })
})

test('an export is read whole, whatever a service keeps', () => {
  const sample = { passes: [{ id: 'p1', windows: [{ startsAt: 'x' }], endedAt: null }], orders: [] }
  expect(dataExport.parse(sample)).toEqual(contractExport.parse(sample))
  expect(() => dataExport.parse({ passes: 'none' })).toThrow(/invalid_(type|value)/)
})
