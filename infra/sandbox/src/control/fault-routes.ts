import type { FastifyInstance } from 'fastify'
import type { Provider } from '../provider.ts'
import { deleteFaults, insertFault, isLookupFault, listFaults, newFault } from '../state/faults.ts'
import type { Store } from '../state/store.ts'
import { ControlProblem } from './problem.ts'

type Deps = { store: Store; providers: Provider[] }

export function addFaultRoutes(app: FastifyInstance, { store, providers }: Deps): void {
  app.post('/faults', (request, reply) => {
    const fault = newFault.parse(request.body)
    const provider = providers.find(({ name }) => name === fault.provider)
    if (isLookupFault(fault.kind) && !provider?.isLookup) {
      const message = `${fault.provider} has nothing to look up: '${fault.kind}' would never hit anything.`
      throw new ControlProblem(400, 'fault-not-applicable', message)
    }
    return reply.code(201).send({ id: insertFault(store, fault) })
  })

  app.get('/faults', () => listFaults(store))

  app.delete('/faults', (_request, reply) => {
    deleteFaults(store)
    return reply.code(204).send()
  })
}
