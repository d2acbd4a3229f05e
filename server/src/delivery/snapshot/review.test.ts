import { expect, test } from 'vitest'
import { useDeliveryWorld } from '../../../testing/delivery-world.ts'
import { eventually } from '../../../testing/eventually.ts'
import { sql } from '../../platform/database/sql.ts'

const world = useDeliveryWorld()

test('with reviews before serving, an ad serves only while it is approved, also after the setting changed', async () => {
  const app = await world().app()
  const medID = await world().medium(app)
  const proID = await world().ad({ maxCost: 9_000 })
  const review = (state: string, reason = '') =>
    world().db.transaction((tx) =>
      tx.run(sql`
        update ad set review = ${state}, review_reason = ${reason}, reviewed_at = registered_at where ad_id = ${proID}`),
    )
  const served = async () => (await world().request(app, medID)).ad?.proID
  const serves = () => eventually(async () => (await served()) === proID)
  const servesNot = () => eventually(async () => (await served()) === undefined)
  await review('WAITING')
  await world().known(app, medID)
  await serves()

  world().adReview = 'before'
  await world().restart()
  expect(await served()).toBeUndefined()
  await review('APPROVED')
  await serves()
  await review('WAITING')
  await servesNot()
  await review('REJECTED', 'Shows a weapon')
  await review('APPROVED')
  await serves()
  await review('WAITING')
  await servesNot()

  world().adReview = 'off'
  await world().restart()
  await serves()
})
