export default function ParksListPage() { return <h1>ParksListPage</h1> }
