/** Airlines of the simulated flights, and Duffel's own, which flies everywhere in test mode. */
type AirlineRow = { code: string; name: string; hub: string; hasLogo: boolean; factor: number }

const AMERICAN: AirlineRow[] = [
  { code: 'DL', name: 'Delta Air Lines', hub: 'ATL', hasLogo: true, factor: 1.15 },
  { code: 'AA', name: 'American Airlines', hub: 'DFW', hasLogo: true, factor: 1.08 },
  { code: 'UA', name: 'United Airlines', hub: 'ORD', hasLogo: true, factor: 1.1 },
  { code: 'B6', name: 'JetBlue Airways', hub: 'JFK', hasLogo: true, factor: 0.95 },
  { code: 'AS', name: 'Alaska Airlines', hub: 'SEA', hasLogo: true, factor: 1.05 },
  { code: 'F9', name: 'Frontier Airlines', hub: 'DEN', hasLogo: false, factor: 0.72 },
]
const WORLDWIDE: AirlineRow[] = [
  { code: 'BA', name: 'British Airways', hub: 'LHR', hasLogo: true, factor: 1.12 },
  { code: 'AF', name: 'Air France', hub: 'CDG', hasLogo: true, factor: 1.06 },
  { code: 'LH', name: 'Lufthansa', hub: 'FRA', hasLogo: true, factor: 1.1 },
  { code: 'EK', name: 'Emirates', hub: 'DXB', hasLogo: true, factor: 1.2 },
  { code: 'DL', name: 'Delta Air Lines', hub: 'ATL', hasLogo: true, factor: 1.15 },
  { code: 'TK', name: 'Turkish Airlines', hub: 'IST', hasLogo: false, factor: 0.88 },
]
const DUFFEL_AIRWAYS: AirlineRow = {
  code: 'ZZ',
  name: 'Duffel Airways',
  hub: 'LHR',
  hasLogo: true,
  factor: 1,
}

export const LOGO_PATH = '/img/airlines/for-light-background/full-color-logo'

/** The airlines between two countries. */
export const airlinesBetween = (one: string, other: string): AirlineRow[] =>
  one === 'US' && other === 'US' ? [...AMERICAN, DUFFEL_AIRWAYS] : [...WORLDWIDE, DUFFEL_AIRWAYS]

export const hasLogo = (code: string): boolean =>
  [...AMERICAN, ...WORLDWIDE, DUFFEL_AIRWAYS].some((airline) => airline.code === code && airline.hasLogo)

/** An airline as the API shows it. The logo's host is Duffel's own, as in its answers. */
export const toAirline = ({ code, name, hasLogo: drawn }: AirlineRow) => ({
  id: `arl_sandbox_${code}`,
  name,
  iata_code: code,
  logo_symbol_url: drawn ? `https://assets.duffel.com${LOGO_PATH}/${code}.svg` : null,
  logo_lockup_url: null,
  conditions_of_carriage_url: null,
})
export type Airline = ReturnType<typeof toAirline>
export type { AirlineRow }
