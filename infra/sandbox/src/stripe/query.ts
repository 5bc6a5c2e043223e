import type { FastifyRequest } from 'fastify'
import { parseForm } from './parameters.ts'

/** The parameters of an address, as every client of Stripe writes them. */
export const queryOf = ({ url }: FastifyRequest): unknown => parseForm(url.split('?')[1] ?? '')
