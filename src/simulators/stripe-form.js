// Stripe.js of the stand-in: the parts of its API that our page uses, drawn in the page instead of in Stripe's frames.
;(() => {
  const origin = new URL(document.currentScript.src).origin

  const ask = async (key, parameters, method) => {
    const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== undefined))
    const response = await fetch(`${origin}/stripe/elements${method === 'GET' ? `?${query}` : ''}`, {
      method,
      headers: { authorization: `Bearer ${key}` },
      ...(method === 'GET' ? {} : { body: query }),
    })
    if (!response.ok) throw new Error(`the stand-in answered ${response.status}`)
    return response.json()
  }

  const make = (name, properties, ...children) => {
    const node = Object.assign(document.createElement(name), properties)
    node.append(...children)
    return node
  }
  const style = 'display:flex;gap:.5rem;align-items:center;min-height:2.75rem'
  const inputStyle =
    'width:100%;min-height:2.75rem;padding:0 .75rem;border:1px solid currentColor;border-radius:.5rem;background:transparent;color:inherit;font:inherit'

  const choice = (value, label, checked) => {
    const input = make('input', { type: 'radio', name: 'stand-in-method', value, checked })
    const node = make('label', {}, input, label)
    node.style.cssText = style
    return node
  }

  window.Stripe = function Stripe(key) {
    return {
      elements({ clientSecret, customerSessionClientSecret, locale }) {
        let form
        const listeners = { ready: [], loaderror: [], change: [] }
        const tell = (event, detail) => listeners[event].forEach((listen) => listen(detail))
        const draw = ({ cards, can_save, text }) => {
          const number = make('input', { name: 'stand-in-number', inputMode: 'numeric', autocomplete: 'cc-number' })
          number.style.cssText = inputStyle
          const save = make('input', { type: 'checkbox', name: 'stand-in-save' })
          const saveLabel = make('label', { hidden: !can_save }, save, text.save)
          saveLabel.style.cssText = can_save ? style : ''
          const details = make('div', {}, make('label', {}, text.number, number), saveLabel)
          details.style.cssText = 'display:grid;gap:.25rem'
          const hint = make('p', { textContent: text.hint })
          hint.style.cssText = 'margin:.25rem 0;opacity:.8;font-size:.875rem'
          form = make(
            'fieldset',
            {},
            make('legend', { textContent: text.legend }),
            ...cards.map(({ id, brand, last4 }, n) => choice(id, `${brand} •••• ${last4}`, n === 0)),
            choice('card', text.card, cards.length === 0),
            details,
            choice('bank', text.bank, false),
            hint,
          )
          form.style.cssText = 'border:1px dashed currentColor;border-radius:.5rem;padding:.5rem 1rem;min-width:0'
          const method = () => form.querySelector('[name=stand-in-method]:checked').value
          const show = () => {
            details.hidden = method() !== 'card'
            details.style.display = method() === 'card' ? 'grid' : 'none'
          }
          form.addEventListener('change', show)
          show()
          form.read = () => ({ payment_method: method(), number: number.value, save: String(save.checked) })
          return form
        }
        const element = {
          mount(target) {
            const node = typeof target === 'string' ? document.querySelector(target) : target
            ask(
              key,
              { client_secret: clientSecret, customer_session: customerSessionClientSecret, locale },
              'GET',
            ).then(
              (answer) => {
                node.replaceChildren(draw(answer))
                tell('ready', { elementType: 'payment' })
              },
              (error) => tell('loaderror', { elementType: 'payment', error: { message: error.message } }),
            )
          },
          on(event, listen) {
            listeners[event]?.push(listen)
            return element
          },
          unmount: () => form?.remove(),
          destroy: () => form?.remove(),
        }
        return {
          create: () => element,
          getElement: () => element,
          submit: async () => ({}),
          confirm: () =>
            ask(
              key,
              { client_secret: clientSecret, customer_session: customerSessionClientSecret, locale, ...form.read() },
              'POST',
            ),
        }
      },
      confirmPayment: async ({ elements }) => {
        try {
          return await elements.confirm()
        } catch (error) {
          return { error: { type: 'api_connection_error', message: error.message } }
        }
      },
    }
  }
  window.Stripe.version = 'endive'
})()
