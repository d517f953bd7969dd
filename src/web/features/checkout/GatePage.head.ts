export { head } from './CheckoutPage.head.ts'
