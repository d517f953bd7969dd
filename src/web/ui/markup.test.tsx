import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import { Button, ButtonLink } from './Button.tsx'
import { Countdown } from './Countdown.tsx'
import { Checkbox } from './form/Checkbox.tsx'
import { CodeInput } from './form/CodeInput.tsx'
import { Combobox } from './form/Combobox.tsx'
import { Field } from './form/Field.tsx'
import { RadioCards } from './form/RadioCards.tsx'
import { TextInput } from './form/TextInput.tsx'
import { Notice } from './Notice.tsx'
import { Pagination } from './Pagination.tsx'
import { Plate } from './Plate.tsx'
import { AmountTable } from './Table.tsx'

const html = (node: ReactNode) => renderToStaticMarkup(<MemoryRouter>{node}</MemoryRouter>)

describe('a field', () => {
  const wrong = html(
    <Field id="email" label="E-mail" hint="Where we write to" error="Please enter a valid email" required>
      <TextInput name="email" />
    </Field>,
  )

  test('names its control and describes it by hint and error', () => {
    expect(wrong).toContain('<label for="email"')
    expect(wrong).toContain('aria-describedby="email-hint email-error"')
    expect(wrong).toMatch(/id="email-hint"[^>]*>Where we write to/)
    expect(wrong).toMatch(/id="email-error".*Please enter a valid email/)
    expect(wrong).toContain('aria-invalid="true"')
    expect(wrong).toContain('aria-required="true"')
  })

  test('has no error attributes while it is valid', () => {
    const right = html(
      <Field label="E-mail">
        <TextInput name="email" before="@" />
      </Field>,
    )
    expect(right).not.toMatch(/aria-invalid|aria-describedby|data-invalid/)
  })

  test('connects to every kind of input', () => {
    const inside = (control: ReactNode) =>
      html(
        <Field id="it" label="It" error="Wrong">
          {control}
        </Field>,
      )
    const combobox = (
      <Combobox
        text=""
        onTextChange={() => undefined}
        groups={[]}
        itemKey={(item: string) => item}
        renderItem={(item) => item}
        onChoose={() => undefined}
        listLabel="Places"
      />
    )
    for (const control of [<CodeInput key="code" name="code" />, combobox])
      expect(inside(control)).toMatch(/<input[^>]*id="it"[^>]*aria-describedby="it-error"/)
    expect(inside(<CodeInput name="code" />)).toMatch(/autoComplete="one-time-code"|autocomplete="one-time-code"/)
  })
})

describe('a button', () => {
  test('submits only with type submit', () => {
    expect(html(<Button>Go</Button>)).toContain('type="button"')
    expect(html(<Button type="submit">Go</Button>)).toContain('type="submit"')
  })

  test('keeps its name while busy and its focusability while disabled', () => {
    const busy = html(<Button busy>Pay</Button>)
    expect(busy).toMatch(/aria-disabled="true" aria-busy="true"/)
    expect(busy).toContain('Pay')
    const off = html(<Button disabled>Pay</Button>)
    expect(off).toContain('aria-disabled="true"')
    expect(off).not.toContain(' disabled=""')
  })

  test('can be a link inside the app or to another site', () => {
    expect(html(<ButtonLink to="/search">Search</ButtonLink>)).toContain('href="/search"')
    expect(html(<ButtonLink href="https://partners.example">Partners</ButtonLink>)).toContain(
      'href="https://partners.example"',
    )
  })
})

test('connects the error of a checkbox and of cards to the control', () => {
  expect(html(<Checkbox id="terms" label="Terms" error="Needed" />)).toContain('aria-describedby="terms-error"')
  const cards = html(
    <RadioCards
      legend="Vehicle"
      cards={[{ value: 1, label: 'Car' }]}
      value={1}
      onChange={() => undefined}
      error="Choose one"
    />,
  )
  expect(cards).toMatch(/<fieldset[^>]*aria-describedby="[^"]*-error"/)
  expect(cards).toMatch(/type="radio"[^>]*checked=""/)
})

test('renders amounts as a table with row headers', () => {
  const table = html(
    <AmountTable
      caption="Price"
      rows={[{ label: 'Fee', amount: '₦65' }]}
      total={{ label: 'Total', amount: '₦1,250' }}
    />,
  )
  expect(table).toMatch(/<caption[^>]*>Price/)
  expect(table).toMatch(/<th scope="row"[^>]*>Fee<\/th><td[^>]*>₦65/)
  expect(table).toMatch(/<tfoot>.*Total.*₦1,250/)
})

test('renders pages as links and marks the current one', () => {
  const pages = html(
    <Pagination
      page={2}
      pages={3}
      label="Pages"
      previousLabel="Back"
      nextLabel="On"
      pageLabel={(page) => `Page ${page}`}
      hrefFor={(page) => `/parks-list?page=${page}`}
    />,
  )
  expect(pages).toMatch(/<a[^>]*aria-label="Page 2"[^>]*aria-current="page"/)
  expect(pages).toMatch(/rel="prev"[^>]*href="\/parks-list\?page=1"|href="\/parks-list\?page=1"[^>]*rel="prev"/)
})

test('announces errors and live notices only', () => {
  expect(html(<Notice tone="error">Gone</Notice>)).toContain('role="alert"')
  expect(html(<Notice live>Saved</Notice>)).toContain('role="status"')
  expect(html(<Notice>Good to know</Notice>)).not.toContain('role=')
})

test('exposes only the text of a plate to screen readers', () => {
  const marks = { NG: 'NGA', sn: 'SN', CA: 'CANADA', US: 'USA', XX: '' }
  for (const [country, mark] of Object.entries(marks)) {
    const plate = html(<Plate country={country} text="LSR-482-KJ" />)
    expect(plate).toMatch(/>LSR-482-KJ<\/span>/)
    if (mark) expect(plate).toMatch(new RegExp(`aria-hidden="true".*>${mark}<`))
    else expect(plate).not.toContain('aria-hidden')
  }
})

test('shows the remaining time in the first render', () => {
  const clock = html(<Countdown end={100_000} now={() => 40_000} label={(left) => `${left} s left`} />)
  expect(clock).toContain('60 s left')
  expect(clock).toContain('role="timer"')
  expect(html(<Countdown end={100_000} now={() => 200_000} label={(left) => `${left} s left`} />)).toContain('0 s left')
})
