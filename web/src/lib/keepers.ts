import type { DataExport } from '@walkon/contracts/http/data-export'
import { SERVICES, type ServiceName } from '@walkon/contracts/services'

/** A service that keeps something of a visitor, by the last part of its address. */
export type Keeper = {
  [Name in ServiceName]: (typeof SERVICES)[Name] extends {
    keepsPersonalData: true
    address: `/api/${infer Part}`
  }
    ? Part
    : never
}[ServiceName]

/** From the registry of services: a service that comes to keep personal data is part of the file. */
export const KEEPERS = Object.values(SERVICES)
  .filter(({ keepsPersonalData }) => keepsPersonalData)
  .map(({ address }) => address.replace('/api/', '') as Keeper)

export type ExportFile = { exportedAt: string; missing: Keeper[]; data: Partial<Record<Keeper, DataExport>> }

/** Asks every keeper. One that does not answer is named in the file. */
export async function gatherExport(
  ask: (keeper: Keeper) => Promise<DataExport>,
  now: Date,
): Promise<ExportFile> {
  const answers = await Promise.allSettled(KEEPERS.map(ask))
  const data: ExportFile['data'] = {}
  const missing: Keeper[] = []
  for (const [at, keeper] of KEEPERS.entries()) {
    const answer = answers[at]
    if (answer?.status === 'fulfilled') data[keeper] = answer.value
    else missing.push(keeper)
  }
  return { exportedAt: now.toISOString(), missing, data }
}
