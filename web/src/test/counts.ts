import type { AlertCounts, GuaranteeCounts, OutageList } from '@walkon/contracts/http/how-we-do'
import { http, HttpResponse } from 'msw'
import { server } from './server.ts'

const counted = { firstDate: '2026-03-15', lastDate: '2026-04-13', countedAt: '2026-04-14T08:20:00.000Z' }

const someAlertCounts: AlertCounts = {
  ...counted,
  alerts: 41_386,
  medianSeconds: 31,
  p95Seconds: 58,
  deliveredShare: 0.98999,
  stillShortShare: 0.81,
  days: [
    { date: '2026-04-13', alerts: 1_653, medianSeconds: 32, p95Seconds: 57 },
    { date: '2026-04-12', alerts: 1_605, medianSeconds: 61, p95Seconds: 412 },
    { date: '2026-03-15', alerts: null, medianSeconds: null, p95Seconds: null },
  ],
}

const someGuaranteeCounts: GuaranteeCounts = { ...counted, kept: 2_104, fellShort: 38, paidBack: 38 }

const MAGIC_KINGDOM = {
  parkId: '75ea578a-adc8-4116-a54d-dccb60765ef9',
  name: 'Magic Kingdom',
  timezone: 'America/New_York',
}

export const someOutages: OutageList = {
  since: '2026-03-15T18:00:00.000Z',
  outages: [
    { startsAt: '2026-03-24T18:10:00.000Z', endsAt: '2026-03-24T18:48:00.000Z', parks: [MAGIC_KINGDOM] },
  ],
}

type Counts = {
  alerts?: Partial<AlertCounts>
  guarantees?: Partial<GuaranteeCounts>
  outages?: Partial<OutageList>
}

export const serveCounts = ({ alerts, guarantees, outages }: Counts = {}): void =>
  server.use(
    http.get('/api/alerts/counts', () => HttpResponse.json({ ...someAlertCounts, ...alerts })),
    http.get('/api/billing/guarantees/counts', () =>
      HttpResponse.json({ ...someGuaranteeCounts, ...guarantees }),
    ),
    http.get('/api/parks/outages', () => HttpResponse.json({ ...someOutages, ...outages })),
  )
