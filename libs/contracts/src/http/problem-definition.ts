import type { ServiceName } from '../services.ts'

/** The service whose rule refuses; `all` for what any service answers, `gateway` for what the gateway alone does. */
export type ProblemOwner = ServiceName | 'all' | 'gateway'

export type ProblemDefinition<Owner extends ProblemOwner = ProblemOwner> = {
  status: number
  owner: Owner
  /** The same for each occurrence; `detail` has the particulars of one (RFC 9457). */
  title: string
  /** One sentence for the author of a client: when it happens, and what helps. */
  explanation: string
}

/** The codes of a file: each service has its own, `<service>-codes.ts`. */
export type CodesOf<Owner extends ProblemOwner> = Record<string, ProblemDefinition<Owner>>
