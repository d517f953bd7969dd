import { DevicesSection } from './DevicesSection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { PrivacySection } from './PrivacySection.tsx'

/** What a person rules over beside their name: the ways in, the devices, their data. */
export function AccountSections() {
  return (
    <>
      <PasswordSection />
      <DevicesSection />
      <PrivacySection />
    </>
  )
}
