import { numberOf, SAMPLE_RANGES } from './sample-figures.ts'

const SAMPLE_RIDES = [
  'Seven Dwarfs Mine Train',
  'Space Mountain',
  'Test Track',
  'Slinky Dog Dash',
  'Avatar Flight of Passage',
  'Radiator Springs Racers',
  'Big Thunder Mountain Railroad',
  'Expedition Everest',
]

export type AlertCount = { alerts: number; rides: { rideName: string; alerts: number }[] }

/** Alerts sent today, and how many of them were for each of eight rides. The shares of the rides are less than the whole. */
export function sampleAlertCount(date: string): AlertCount {
  const alerts = numberOf(date, 'alerts', SAMPLE_RANGES.alerts)
  const rides = SAMPLE_RIDES.map((rideName) => ({
    rideName,
    alerts: numberOf(date, rideName, [Math.ceil(alerts * 0.03), Math.floor(alerts * 0.12)]),
  }))
  return { alerts, rides }
}
