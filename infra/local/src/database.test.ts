import { databaseUrl } from '@walkon/testing/database'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { prepareDatabase } from './database.ts'

const PASSWORD = 'for-tests'
let urls: Record<string, string>

beforeAll(async () => {
  urls = await prepareDatabase(inject('databaseUrl'), PASSWORD, ['local_one', 'local_two'])
})

const connections: postgres.Sql[] = []
afterAll(() => Promise.all(connections.map((sql) => sql.end())))

function connectAs(schema: string): postgres.Sql {
  const sql = postgres(urls[schema] ?? '', {
    max: 1,
    connection: { search_path: schema },
    onnotice: () => {},
  })
  connections.push(sql)
  return sql
}

test('each part makes its tables in its own schema', async () => {
  const one = connectAs('local_one')
  await one`create table if not exists secrets (word text)`

  const everywhere = postgres(databaseUrl(inject('databaseUrl'), 'walkon'), { max: 1, onnotice: () => {} })
  connections.push(everywhere)
  expect(await everywhere`select schemaname from pg_tables where tablename = 'secrets'`).toMatchObject([
    { schemaname: 'local_one' },
  ])
})

test('no part reads, writes or adds to what is another’s', async () => {
  await connectAs('local_one')`create table if not exists secrets (word text)`
  const two = connectAs('local_two')

  await expect(two`select * from local_one.secrets`).rejects.toThrow('permission denied')
  await expect(two`create table local_one.theirs ()`).rejects.toThrow('permission denied')
  await expect(two`create schema elsewhere`).rejects.toThrow('permission denied')
  await expect(two`create table public.anyones ()`).rejects.toThrow('permission denied')
})

test('preparing once more changes nothing and keeps what is there', async () => {
  const one = connectAs('local_one')
  await one`create table if not exists kept (word text)`
  await one`insert into kept values ('here')`

  expect(await prepareDatabase(inject('databaseUrl'), PASSWORD, ['local_one', 'local_two'])).toEqual(urls)

  expect(await one`select word from kept limit 1`).toEqual([{ word: 'here' }])
})
