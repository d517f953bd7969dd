import { Suspense } from 'react'
import { Route, Routes } from 'react-router'
import { routes } from '#web/routes.tsx'

export function App() {
  return (
    <Suspense fallback={null}>
      <Routes>
        {routes.map(({ path, Page }) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
      </Routes>
    </Suspense>
  )
}
