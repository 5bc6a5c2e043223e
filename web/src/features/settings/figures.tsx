import type { AlertSettings } from '@walkon/contracts/http/alert-settings'
import type { PriceList } from '@walkon/contracts/http/billing'
import { useQuery } from '@tanstack/react-query'
import { Figure, type FigureWords } from '../../ui/figure.tsx'
import { alertSettingsQuery, pricesQuery } from './queries.ts'

/** A figure of billing's in running text. */
export const PriceFigure = (words: FigureWords<PriceList>) => <Figure of={useQuery(pricesQuery)} {...words} />

/** A figure of alert-evaluator's in running text. */
export const AlertFigure = (words: FigureWords<AlertSettings>) => (
  <Figure of={useQuery(alertSettingsQuery)} {...words} />
)
