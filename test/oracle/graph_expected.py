"""What networkx says of some random graphs: test/golden/graph/random-networkx.json.

Run with networkx 3.6 (and numpy, scipy): python3 test/oracle/graph_expected.py
Edges are written as drawn: with repeated edges and self loops, which networkx's simple graphs drop or which are dropped here.
"""
import json
import pathlib
import random

import networkx as nx
import numpy

random.seed(20240601)


def ego(graph, node, radius, center=True):
    return nx.ego_graph(graph, node, radius, center=center, undirected=True)


def cut(graph):
    return nx.node_connectivity(nx.Graph(graph)) if len(graph) > 0 else None


def case(name, edges, directed, weighted=False):
    graph = nx.DiGraph() if directed else nx.Graph()
    for source, target, weight in edges:
        graph.add_nodes_from([source, target])
        if source == target:
            continue
        if graph.has_edge(source, target):
            graph[source][target]["weight"] += weight
        else:
            graph.add_edge(source, target, weight=weight)
    weight = "weight" if weighted else None
    nodes = sorted(graph)
    matrix = nx.to_numpy_array(graph, nodelist=nodes, weight=weight)
    radius = float(max(abs(numpy.linalg.eigvals(matrix))))
    alpha = 0.1 if radius < 1e-6 else 0.7 / radius
    # x = alpha A^T x + 1, solved directly: katz_centrality stops at its tolerance.
    katz = numpy.linalg.solve(numpy.eye(len(nodes)) - alpha * matrix.T, numpy.ones(len(nodes)))
    rank = nx.pagerank(graph, alpha=0.85, weight=weight, tol=1e-15, max_iter=10_000)
    one_hop = {node: nx.betweenness_centrality(ego(graph, node, 1))[node] for node in nodes}
    two_hop = {node: nx.betweenness_centrality(ego(graph, node, 2))[node] for node in nodes}
    return {
        "name": name,
        "directed": directed,
        "edges": [[source, target, weight] if weighted else [source, target] for source, target, weight in edges],
        "edge_count": graph.number_of_edges(),
        "degree": [graph.degree(node) for node in nodes],
        "betweenness": [nx.betweenness_centrality(graph)[node] for node in nodes],
        "betweenness_1hop": [one_hop[node] for node in nodes],
        "betweenness_2hop": [two_hop[node] for node in nodes],
        "node_cut": [cut(ego(graph, node, 2, center=False)) for node in nodes],
        "node_cut_of_all": cut(graph),
        "spectral_radius": radius,
        "katz_alpha": alpha,
        "katz": list(katz),
        "pagerank": [rank[node] for node in nodes],
        "paths": [
            [one, other, nx.algorithms.connectivity.local_node_connectivity(nx.Graph(graph), one, other)]
            for one, other in [random.sample(nodes, 2) for _ in range(12)]
            if not graph.has_edge(one, other) and not graph.has_edge(other, one)
        ],
    }


def drawn(nodes, count, weighted=False):
    """Every node has an edge, so that nodes are 0 .. nodes - 1; some edges repeat, some are loops."""
    edges = [(node, random.randrange(nodes)) for node in range(nodes)]
    edges += [(random.randrange(nodes), random.randrange(nodes)) for _ in range(count - nodes)]
    edges += random.choices(edges, k=3)
    return [(source, target, random.randint(1, 5) if weighted else 1) for source, target in edges]


def acyclic(nodes, count):
    edges = [(node, random.randrange(node + 1, nodes)) for node in range(nodes - 1)]
    edges += [tuple(sorted(random.sample(range(nodes), 2))) for _ in range(count - nodes)]
    return [(source, target, 1) for source, target in edges]


def grid(width):
    right = [(row * width + column, row * width + column + 1, 1) for row in range(width) for column in range(width - 1)]
    return right + [(row * width + column, (row + 1) * width + column, 1) for row in range(width - 1) for column in range(width)]


cases = [
    *[case(f"sparse {number}", drawn(30, 40), False) for number in range(3)],
    *[case(f"dense {number}", drawn(24, 110), False) for number in range(4)],
    case("complete", [(one, other, 1) for one in range(6) for other in range(one)], False),
    case("grid", grid(5), False),
    case("path", [(node, node + 1, 1) for node in range(6)], False),
    case("Petersen", [(one, other, 1) for one, other in nx.petersen_graph().edges()], False),
    *[case(f"directed {number}", drawn(25, 80), True) for number in range(3)],
    case("acyclic", acyclic(20, 50), True),
    case("weighted", drawn(25, 70, True), False, True),
    case("weighted directed", drawn(25, 90, True), True, True),
]
path = pathlib.Path(__file__).parent.parent / "golden" / "graph" / "random-networkx.json"
path.parent.mkdir(exist_ok=True)
path.write_text(json.dumps({"tool": f"networkx {nx.__version__}", "cases": cases}) + "\n")
