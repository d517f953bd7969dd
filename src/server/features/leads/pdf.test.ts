import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { findPdfProblem } from './pdf.ts'

const pdf = (objects: string) =>
  Buffer.from(
    `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n${objects}\ntrailer\n<< /Size 3 /Root 1 0 R >>\nstartxref\n9\n%%EOF\n`,
    'latin1',
  )
const packed = (text: string, filter = '/FlateDecode') => {
  const body = deflateSync(Buffer.from(text))
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.7\n4 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter ${filter} /Length ${body.length} >>\nstream\n`,
    ),
    body,
    Buffer.from('\nendstream\nendobj\nstartxref\n9\n%%EOF'),
  ])
}

test('accepts PDFs of common programs whose text mentions suspicious names', async () => {
  const document = new PDFDocument({ info: { Keywords: 'HTML/CSS/JavaScript, Launch' }, compress: false })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise((resolve) => document.on('end', resolve))
  document.text('Skills: HTML/CSS/JavaScript, /Launch of products, /Encrypt')
  document.end()
  await done
  expect(findPdfProblem(Buffer.concat(chunks))).toBeUndefined()
  expect(findPdfProblem(pdf('3 0 obj\n<< /S /GoTo /D [2 0 R /Fit] >>\nendobj'))).toBeUndefined()
  expect(findPdfProblem(packed('5 0 << /Type /Page >>'))).toBeUndefined()
})

test.each([
  ['a text', 'Hello %PDF-1.7 %%EOF'],
  ['a program named .pdf', 'MZ\u0090\u0000%PDF-1.4 1 0 obj startxref 9 %%EOF'],
  ['a truncated PDF', pdf('').toString('latin1').slice(0, 90)],
  ['a PDF without objects', '%PDF-1.7\n%%EOF'],
  ['a PDF with trailing content', `${pdf('').toString('latin1')}<script>alert(1)</script>`],
])('rejects %s', (_name, content) => {
  expect(findPdfProblem(Buffer.from(content, 'latin1'))).toBe('pdf')
})

test.each([
  '<< /S /JavaScript /JS (app.alert(1)) >>',
  '<</S/JavaScript/JS 7 0 R>>',
  '<< /S %\n/JavaScript >>',
  '<< /#53 /J#61vaScript >>',
  '<< /Type /Action /S /Launch /F (cmd.exe) >>',
  '<< /S /SubmitForm /F (https://evil.example) >>',
  '<< /Type /EmbeddedFile /Length 3 >>',
  '<< /Names << /EmbeddedFiles 4 0 R >> >>',
  '<< /XFA [ 1 0 R ] >>',
  '<< /S % a %\n % b\r /Launch >>',
  '<< /JS %\n 00000000000007 %\n 0 R >>',
])('detects active content in %s', (object) => {
  expect(findPdfProblem(pdf(`3 0 obj\n${object}\nendobj`))).toBe('pdf_active')
  expect(findPdfProblem(packed(`3 0 ${object}`))).toBe('pdf_active')
})

test('detects encryption', () => {
  expect(findPdfProblem(pdf('trailer << /Encrypt 5 0 R >>'))).toBe('pdf_locked')
  expect(findPdfProblem(pdf('trailer << /Enc#72ypt << /Filter /Standard >> >>'))).toBe('pdf_locked')
})

test('detects packed actions behind a long dictionary and inside another stream', () => {
  const [head, rest] = packed('3 0 << /S /Launch >>').toString('latin1').split('/Type') as [string, string]
  const long = `${head}/Pad (${'obj '.repeat(2_000)}) /Type${rest}`
  expect(findPdfProblem(Buffer.from(long, 'latin1'))).toBe('pdf_active')
  const inOtherStream = `%PDF-1.7\n9 0 obj\n<< /Length 2 >>\nstream\nab\n${head.slice(9)}/Type${rest}`
  expect(findPdfProblem(Buffer.from(inOtherStream, 'latin1'))).toBe('pdf_active')
  const inPackedStream = `%PDF-1.7\n9 0 obj\n<< /Type /ObjStm /Length 2 >>\nstream\nab\n${head.slice(9)}/Type${rest}`
  expect(findPdfProblem(Buffer.from(inPackedStream, 'latin1'))).toBe('pdf')
})

test.each([
  '<<',
  '/S%',
  '/JS%',
  '/Encrypt%',
  ' obj%',
  '/XFA 1 ',
  '/JS 1%',
  '%/S%\n',
  '>>stream\n',
  '>>obj stream\n',
  '/#53',
  '1 ',
])('checks a file full of %j in linear time', (sign) => {
  // Quadratic time would take minutes.
  expect(findPdfProblem(pdf(sign.repeat((1024 * 1024) / sign.length)))).toBeUndefined()
})

test('rejects unsupported filters and decompression bombs', () => {
  expect(findPdfProblem(packed('x', '/Fl'))).toBe('pdf')
  expect(findPdfProblem(packed('x', '/FlateDecode /DecodeParms << /Predictor 12 >>'))).toBe('pdf')
  expect(findPdfProblem(packed('x', '[/ASCIIHexDecode /FlateDecode]'))).toBe('pdf')
  expect(findPdfProblem(packed(' '.repeat(30 * 1024 * 1024)))).toBe('pdf')
})

test('rejects arbitrary bytes', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => findPdfProblem(Buffer.from(bytes)) === 'pdf'))
})
