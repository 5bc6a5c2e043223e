import { useQuery } from '@tanstack/react-query'
import { Figure, type FigureWords } from '../../ui/figure.tsx'
import { alertSettingsQuery, pricesQuery, type alertSettings, type priceList } from './queries.ts'
import type { output } from 'zod/mini'

/** A figure of billing's in running text. */
export const PriceFigure = (words: FigureWords<output<typeof priceList>>) => (
  <Figure of={useQuery(pricesQuery)} {...words} />
)

/** A figure of alert-evaluator's in running text. */
export const AlertFigure = (words: FigureWords<output<typeof alertSettings>>) => (
  <Figure of={useQuery(alertSettingsQuery)} {...words} />
)
