import { expect, test } from 'vitest'
import { readAmounts } from './amounts.ts'
import { foldTyped } from './words.ts'

const write = (text: string) => readAmounts(text).map(({ currency, amount_minor }) => `${currency} ${amount_minor}`)

test.each([
  ['12.50', ['NGN 1250', 'CAD 1250', 'USD 1250']],
  ['12,5', ['NGN 1250', 'CAD 1250', 'USD 1250']],
  ['₦2,000', ['NGN 200000']],
  ['₦ 2,000.00', ['NGN 200000']],
  ['2 000 F', ['XOF 2000']],
  ['2\u202f000\u00a0F\u00a0CFA', ['XOF 2000']],
  ['2.000', ['NGN 200000', 'CAD 200000', 'USD 200000', 'XOF 2000']],
  ['CA$1,234.5', ['CAD 123450']],
  ['US$4', ['USD 400']],
  ['$4', ['CAD 400', 'USD 400']],
  ['4 $', ['CAD 400', 'USD 400']],
  ['12.50 F', []],
  ['1,2,3', []],
  ['ABC 123', []],
  ['12.345.6', []],
  ['PW-12', []],
  ['9'.repeat(13), []],
  ['', []],
])('reads %j as an amount of each currency that it may be of', (text, amounts) => expect(write(text)).toEqual(amounts))

test.each([
  ['Aïssatou N’DIAYE', "aissatou n'diaye"],
  ['Adébáyọ̀ Ṣẹ́gun', 'adebayo segun'],
  ['Île-de-Gorée', 'ile-de-goree'],
])('folds %j', (text, plain) => expect(foldTyped(text)).toBe(plain))
