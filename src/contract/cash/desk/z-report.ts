import { endpoint } from '#contract/endpoint.ts'
import { byId } from '#contract/lists/shared-fields.ts'

export const getZReport = endpoint({
  name: 'getZReport',
  method: 'GET',
  path: '/api/v1/admin/shifts/{id}/z-report',
  summary: 'Returns the Z report of a closed shift as a PDF',
  tag: 'desk',
  auth: 'shifts.view',
  status: 200,
  params: byId,
})
