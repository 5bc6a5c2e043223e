import { feedId } from '@walkon/contracts/values'
import { notFound } from '@walkon/service/errors'
import { z } from 'zod'
import type { ParkEntry } from '../db/directory.ts'
import type { Directory } from '../use-cases/catalogue/read-directory.ts'

/** Ids are compared as text in memory, so they are lower-cased first. */
export const pathId = z.pipe(
  feedId,
  z.transform((id) => id.toLowerCase()),
)

export const parkParams = z.object({ parkId: pathId })

export async function getPark(directory: Directory, parkId: string): Promise<ParkEntry> {
  const park = await directory.findPark(parkId)
  if (!park) throw notFound('park')
  return park
}
