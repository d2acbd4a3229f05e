import type pg from 'pg'

/** The tables that hold a charge and its money. */
const books = [
  'charge',
  'device_volts',
  'ledger_transfer',
  'ledger_entry',
  'ledger_unfolded',
  'ledger_account',
]

/**
 * The rows that billing has inserted or updated in the books, for each charged event. Its connections are closed before,
 * because a connection reports its counts at its end.
 */
export async function rowsPerCharge(client: pg.Client): Promise<number> {
  const found = await client.query<{ rows: string; charges: string }>(
    `select sum(n_tup_ins + n_tup_upd) as rows, sum(n_tup_ins) filter (where name = 'charge') as charges
       from (select regexp_replace(relname, '_\\d{6}$', '') as name, n_tup_ins, n_tup_upd from pg_stat_user_tables) as t
      where name = any($1)`,
    [books],
  )
  return Number(found.rows[0]?.rows) / Number(found.rows[0]?.charges)
}
