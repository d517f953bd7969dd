export default function ParkPage() { return <h1>ParkPage</h1> }
